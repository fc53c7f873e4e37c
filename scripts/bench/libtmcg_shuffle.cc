// What libTMCG 1.4.0 needs for the shuffle that docs/deck.md tells of: libtmcg_shuffle CARDS BITS ROUNDS prints milliseconds
// of CPU. It is built like a program of libTMCG itself, in its folder, with -O2, once libTMCG is made there.
#ifdef HAVE_CONFIG_H
#include "libTMCG_config.h"
#endif
#include <libTMCG.hh>
#include <sstream>
#include <ctime>
#include <cstdio>
#include <vector>
#include <algorithm>
static double now(){ timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID,&t); return t.tv_sec*1e3+t.tv_nsec/1e6; }
int main(int argc,char**argv){
  size_t N=atoi(argv[1]); unsigned long F=atoi(argv[2]); int R=atoi(argv[3]);
  if(!init_libTMCG()) return 1;
  size_t w=1; while((1u<<w)<N) w++;
  double t0=now();
  BarnettSmartVTMF_dlog *vtmf=new BarnettSmartVTMF_dlog(F,256);
  std::stringstream grp; vtmf->PublishGroup(grp);
  double t1=now();
  BarnettSmartVTMF_dlog *other=new BarnettSmartVTMF_dlog(grp,F,256);
  if(!other->CheckGroup()) return 2;
  SchindelhauerTMCG *tmcg=new SchindelhauerTMCG(64,2,w);
  vtmf->KeyGenerationProtocol_GenerateKey(); other->KeyGenerationProtocol_GenerateKey();
  std::stringstream k1,k2; vtmf->KeyGenerationProtocol_PublishKey(k1); other->KeyGenerationProtocol_PublishKey(k2);
  if(!vtmf->KeyGenerationProtocol_UpdateKey(k2)||!other->KeyGenerationProtocol_UpdateKey(k1)) return 3;
  vtmf->KeyGenerationProtocol_Finalize(); other->KeyGenerationProtocol_Finalize();
  double t2=now();
  GrothVSSHE *vs=new GrothVSSHE(N,vtmf->p,vtmf->q,vtmf->k,vtmf->g,vtmf->h,TMCG_GROTH_L_E,F,256);
  if(!vs->CheckGroup()) return 4;
  double t3=now();
  printf("N=%zu field=%lu group %.0f keys %.0f vsshe %.0f ms\n",N,F,t1-t0,t2-t1,t3-t2);
  TMCG_OpenStack<VTMF_Card> deck;
  for(size_t i=0;i<N;i++){VTMF_Card c; tmcg->TMCG_CreateOpenCard(c,vtmf,i); deck.push(i,c);} 
  TMCG_Stack<VTMF_Card> s; s.push(deck);
  std::vector<double> mk,ck,lm,lc,tp; size_t bytes=0,pbytes=0;
  for(int r=0;r<R;r++){
    TMCG_Stack<VTMF_Card> s2; TMCG_StackSecret<VTMF_CardSecret> ss; std::stringstream lej,st;
    double a=now();
    tmcg->TMCG_CreateStackSecret(ss,false,s.size(),vtmf);
    tmcg->TMCG_MixStack(s,s2,ss,vtmf,false);
    tmcg->TMCG_ProveStackEquality_Groth_noninteractive(s,s2,ss,vtmf,vs,lej);
    double b=now(); mk.push_back(b-a);
    st<<s2<<std::endl; bytes=st.str().size()+lej.str().size(); pbytes=lej.str().size();
    a=now();
    if(!tmcg->TMCG_VerifyStackEquality_Groth_noninteractive(s,s2,other,vs,lej)){puts("BAD");return 5;}
    b=now(); ck.push_back(b-a);
    // 20 cards: other makes the lock, vtmf checks it
    double l=0,c=0;
    int L=20; for(int i=0;i<L;i++){ std::stringstream x,y; VTMF_Card card=s2[i];
      a=now(); other->VerifiableDecryptionProtocol_Prove(card.c_1,x); b=now(); l+=b-a;
      vtmf->VerifiableDecryptionProtocol_Verify_Initialize(card.c_1);
      a=now(); if(!vtmf->VerifiableDecryptionProtocol_Verify_Update(card.c_1,x)){puts("BADLOCK");return 6;} b=now(); c+=b-a; }
    lm.push_back(l/L); lc.push_back(c/L);
    s=s2;
  }
  auto m=[](std::vector<double>&v){return *std::min_element(v.begin(),v.end());};
  printf("N=%zu field=%lu mix+proof %.1f check %.1f lock made %.2f lock checked %.2f ms CPU (least of %d); kB of a mix %.1f (proof %.1f)\n",N,F,m(mk),m(ck),m(lm),m(lc),R,bytes/1000.0,pbytes/1000.0);
}
